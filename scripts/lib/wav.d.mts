export function wav(wave: ArrayLike<number>, rate: number): Buffer
