/**
 * What stands before the console: sign-in and its neighbours, the first window, and what is asked over every screen. It is
 * loaded with the page, so whatever is named here is named late: nobody who signs in waits for the console.
 */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useBrand } from '@/features/brand'
import { useKeeping } from '@/stores/keeping'
import { useNetworkQuestion } from '@/stores/network'

/** Sign-in and its neighbours. */
export const SignIn = lazy(async () => ({ default: (await import('@/features/sign-in')).SignInScreen }))
/** The first window and its two questions. */
export {
  CompanyScreen as WelcomeCompany,
  FirstRunScreen as Welcome,
  JoinScreen as WelcomeJoin,
  ServerScreen as WelcomeServer,
} from '@/features/first-run'

const RegistrationGate = lazy(async () => ({
  default: (await import('@/features/sign-in')).RegistrationGate,
}))
const SignUpForm = lazy(async () => ({ default: await (await import('@/features/sign-in')).loadSignUp() }))
/** The way back for whoever forgot the password. */
export const Forgotten = lazy(async () => ({
  default: await (await import('@/features/sign-in')).loadForgotten(),
}))
const AskNetwork = lazy(async () => ({
  default: (await import('@/features/network')).NetworkQuestion,
}))

/** Over every screen, also before anybody has signed in: a proxy's password, a certificate to show. */
export function NetworkQuestion() {
  const asks = useNetworkQuestion(state => state.question !== null)
  const [asked, setAsked] = useState(asks)
  if (asks && !asked) setAsked(true)
  return asked ? (
    <Suspense fallback={null}>
      <AskNetwork />
    </Suspense>
  ) : null
}

const Keeping = lazy(async () => ({ default: (await import('@/features/keeping')).KeepingScreen }))

/** Before everything else, also before anybody has signed in: what happened to this computer's workspace. */
export function WorkspaceFirst({ children }: { children: ReactNode }) {
  const hasNews = useKeeping(state => state.repair !== null || state.restoring)
  return hasNews ? (
    <Suspense fallback={null}>
      <Keeping />
    </Suspense>
  ) : (
    children
  )
}
/** Sign-up, where the platform lets companies sign up on their own. */
export const SignUp = ({ tools }: { tools?: ReactNode }): ReactNode => (
  <RegistrationGate tools={tools}>
    <SignUpForm tools={tools} />
  </RegistrationGate>
)

/** The icon of the window, and the logos screens show. */
export function Brand(): null {
  useBrand()
  return null
}
