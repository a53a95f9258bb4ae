/** Dragging by keys, for every list and board whose things are put into an order or a lane. */
export { KeySensor, type KeySensorOptions } from './key-sensor'
