/** Class on <html> and key of Ant Design's variables, so that these also resolve outside of its components. */
export const VARIABLES_KEY = 'turno'
