interface Graph {
  getModuleInfo(id: string): {
    isEntry: boolean
    importers: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

export function startChunk(id: string, graph: Graph): 'shared' | 'start' | 'shared-console' | 'console' | null
export function serverChunk(id: string, graph: Graph): 'shared' | null
