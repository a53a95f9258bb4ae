import { createContext, type ReactNode, useContext } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'

const Steady = createContext<NavigateFunction | null>(null)

/** Hands the router's `navigate` on to everything below; stands once, inside the router and above the screens. */
export function SteadyNavigate({ children }: { children: ReactNode }) {
  return <Steady value={useNavigate()}>{children}</Steady>
}

/**
 * The router's `navigate` for whoever only leads somewhere. The router's own hook draws its component again on every
 * step of the address, which from ticket to ticket would be half the screen.
 * @throws Error outside of `SteadyNavigate`.
 */
export function useSteadyNavigate(): NavigateFunction {
  const navigate = useContext(Steady)
  if (!navigate) throw new Error('useSteadyNavigate stands outside of SteadyNavigate')
  return navigate
}
