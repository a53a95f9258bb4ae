export { PlainStorageConsent } from './plain-storage-consent'
export { RegistrationGate } from './registration-gate'
export { SignInScreen } from './sign-in-screen'
