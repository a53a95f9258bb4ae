'use strict'
const { contextBridge, ipcRenderer, webUtils } = require('electron')

contextBridge.exposeInMainWorld('bridge', {
  echo: value => ipcRenderer.invoke('echo', value),
  fail: () => ipcRenderer.invoke('fail'),
  late: name => ipcRenderer.invoke('late', name),
  missing: () => ipcRenderer.invoke('nobody'),
  shout: text => ipcRenderer.send('shout', text),
  onTick: listener => {
    const receive = (_event, value) => listener(value)
    ipcRenderer.on('tick', receive)
    return () => ipcRenderer.removeListener('tick', receive)
  },
  pathOf: file => webUtils.getPathForFile(file),
  nested: { list: [1, 2] },
})
