import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { Application } from '@/core/app/application';
import { createI18n, languageFor } from '@/core/app/i18n';
import { routesOf } from '@/core/app/routes';
import { createSession } from '@/core/app/session';
import { screens } from '@/resources/screens';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

createRoot(root).render(
  <StrictMode>
    <Application
      session={createSession()}
      i18n={createI18n(screens, languageFor(navigator.languages))}
      screens={screens}
      router={createBrowserRouter(routesOf(screens))}
    />
  </StrictMode>,
);
