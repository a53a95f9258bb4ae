process.parentPort.on('message', ({ data }) => {
  process.parentPort.postMessage({ doubled: data.number * 2, bytes: data.bytes })
})
