/** A document holds more than is read at all. */
export class TooMuch extends Error {}
