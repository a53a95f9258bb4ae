'use strict'
const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bridge', {
  echo: value => ipcRenderer.invoke('echo', value),
  late: name => ipcRenderer.invoke('late', name),
  shout: text => ipcRenderer.send('shout', text),
  onTick: listener => {
    const receive = (_event, value) => listener(value)
    ipcRenderer.on('tick', receive)
    return () => ipcRenderer.removeListener('tick', receive)
  },
})
