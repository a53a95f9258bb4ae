// Runs before DOMContentLoaded: the preload must have exposed its bridge already.
window.seen = { bridgeFirst: typeof window.bridge === 'object', ticks: [] }
window.stopTicks = window.bridge.onTick(value => window.seen.ticks.push(value))
