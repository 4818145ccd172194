import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { Application } from '@/app/shell/application';
import { createI18n, languageFor, savedLanguage } from '@/app/i18n/i18n';
import { createRouteData } from '@/app/shell/route-data';
import { routesOf } from '@/app/shell/routes';
import { createSession } from '@/app/session/session';
import { daily, screens } from '@/resources/screens';

const overview = {
  reads: 'businessday',
  load: () => import('@/overview/overview-page'),
  prefetch: () => import('@/overview/reads'),
};
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const page = createRoot(root);
const session = createSession();
const routeData = createRouteData();
void session.restore();
// Not a top-level `await`: lazy chunks could then not import from this chunk, and the first load would be
// split.
void createI18n(screens, savedLanguage() ?? languageFor(navigator.languages)).then((i18n) =>
  page.render(
    <StrictMode>
      <Application
        session={session}
        i18n={i18n}
        screens={screens}
        router={createBrowserRouter(routesOf(screens, i18n, routeData, overview, daily))}
        routeData={routeData}
      />
    </StrictMode>,
  ),
);
