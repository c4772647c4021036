import './theme/nonce.ts'
import './theme/firstScheme.ts'
import './theme/fonts.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './App.tsx'
import { createRoutes } from './router/routes.tsx'

const routes = createRoutes(async () => (await import('./openStore.ts')).openStore())

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App router={createBrowserRouter(routes)} />
  </StrictMode>,
)
