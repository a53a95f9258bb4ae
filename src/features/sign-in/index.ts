export { PlainStorageConsent } from './plain-storage-consent'
export { SignInScreen } from './sign-in-screen'
