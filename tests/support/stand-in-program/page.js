window.seen = { ticks: [] }
window.bridge.onTick(value => window.seen.ticks.push(value))
