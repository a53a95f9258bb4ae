import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { useSignUpOpen } from './use-registration'

/** Leads to /login when companies may not sign up on their own (specification 2 section 2, /signup). */
export function RegistrationGate({ children }: { children: ReactNode }) {
  const open = useSignUpOpen()
  if (open === null) return null
  return open ? children : <Navigate to="/login" replace />
}
