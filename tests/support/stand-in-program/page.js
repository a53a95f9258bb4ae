// Runs before DOMContentLoaded: the preload must have exposed its bridge already.
window.seen = { bridgeFirst: typeof window.desk === 'object', ticks: [] }
window.stopTicks = window.desk.onTick(value => window.seen.ticks.push(value))
