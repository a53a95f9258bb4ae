process.parentPort.on('message', () => {})
