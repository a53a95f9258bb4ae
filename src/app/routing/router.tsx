import { Suspense } from 'react'
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom'
import { Forgotten, SignIn, SignUp, Welcome, WelcomeCompany, WelcomeJoin, WelcomeServer } from '../entrance'
import { LanguageMenu } from '../shell/language-menu'
import { Splash } from '../shell/splash'
import { ThemeToggle } from '../shell/theme-toggle'
import { ConsoleAhead, useConsole } from './console-loading'
import { PrivateOnly, PublicOnly, WelcomeOpen } from './guards'
import { UnknownPage } from './pages'
import { SCREEN_ROUTES, type ScreenRoute } from './screens'

function ConsoleFrame() {
  const console = useConsole()
  return console ? <console.Frame /> : <Splash />
}

/** Stands inside the frame, so the console is there. */
function ConsoleScreen({ route }: { route: ScreenRoute }) {
  const console = useConsole()
  return console ? <console.RouteScreen route={route} /> : null
}

const screenRoute = (route: ScreenRoute): RouteObject => ({
  path: route.path,
  handle: { nav: route.title ?? route.nav },
  element: <ConsoleScreen route={route} />,
})

/** What people set before they have signed in. */
const PublicTools = () => (
  <>
    <ThemeToggle />
    <LanguageMenu />
  </>
)

/** Every route of the product. Paths whose list and detail share a screen keep it mounted between the two. */
export function routes(): RouteObject[] {
  return [
    {
      element: <PublicOnly />,
      children: [
        {
          element: (
            <Suspense fallback={<Splash />}>
              <Outlet />
              <ConsoleAhead />
            </Suspense>
          ),
          children: [
            {
              path: '/login',
              element: <SignIn tools={<PublicTools />} />,
            },
            { path: '/signup', element: <SignUp tools={<PublicTools />} /> },
            { path: '/forgetpsw', element: <Forgotten tools={<PublicTools />} /> },
          ],
        },
      ],
    },
    {
      element: (
        <Suspense fallback={<Splash />}>
          <WelcomeOpen />
          <ConsoleAhead />
        </Suspense>
      ),
      children: [
        { path: '/welcome', element: <Welcome tools={<PublicTools />} /> },
        { path: '/welcome/company', element: <WelcomeCompany tools={<PublicTools />} /> },
        { path: '/welcome/join', element: <WelcomeJoin tools={<PublicTools />} /> },
        { path: '/welcome/server', element: <WelcomeServer tools={<PublicTools />} /> },
      ],
    },
    {
      element: <PrivateOnly />,
      children: [
        {
          element: <ConsoleFrame />,
          children: [...SCREEN_ROUTES.map(screenRoute), { path: '*', element: <UnknownPage /> }],
        },
      ],
    },
  ]
}

export const createRouter = () => createBrowserRouter(routes())
