export { PlainStorageConsent } from './plain-storage-consent'
export { RegistrationGate } from './registration-gate'
export { SignInScreen } from './sign-in-screen'
/** Loads the forgotten password's screen when somebody wants it. */
export const loadForgotten = async () => (await import('./forgotten-screen')).ForgottenScreen
/** Loads the form of sign-up when somebody wants it: sign-in does not wait for it. */
export const loadSignUp = async () => (await import('./sign-up-screen')).SignUpScreen
