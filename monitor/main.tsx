import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Link, Route, Router, Switch, useLocation } from 'wouter';
import { ApiRefusal } from './api.ts';
import { loadPart, ScreenGuard } from './failed-screen.tsx';
import { useHashLocation, useHashSearch } from './hash-location.ts';
import { addressParts, hostInAddress } from './screens/address-parts.ts';
import { KeyPrompt } from './key-prompt.tsx';
import { HostScreen } from './screens/host.tsx';
import { JobScreen } from './screens/job.tsx';
import { NewestScreen } from './screens/newest.tsx';
import { JobsScreen } from './screens/jobs.tsx';
import { PageScreen } from './screens/page.tsx';
import { PagesScreen } from './screens/pages.tsx';
import { OfferedSession } from './screens/offered-session.tsx';
import { OverviewScreen } from './screens/overview.tsx';
import { Heading, Loading } from './parts.tsx';
import { WhyScreen } from './screens/why.tsx';
import { playOperations, type OperationName } from './play/description.ts';
import { storedSession, takeSessionFromAddress } from './session.ts';
import './style.css';

/** Makes a screen that is loaded when it is first opened. */
const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => ({ default: await loadPart(load) }));

const PlaygroundScreen = later(async () => (await import('./screens/playground.tsx')).PlaygroundScreen);
const SourcesScreen = later(async () => (await import('./screens/sources.tsx')).SourcesScreen);
const SourceScreen = later(async () => (await import('./screens/source.tsx')).SourceScreen);
const VersionsScreen = later(async () => (await import('./screens/versions.tsx')).VersionsScreen);
const ManifestsScreen = later(async () => (await import('./screens/manifests.tsx')).ManifestsScreen);
const ManifestScreen = later(async () => (await import('./screens/manifest.tsx')).ManifestScreen);
const RunControlScreen = later(async () => (await import('./screens/run-control.tsx')).RunControlScreen);
const AlertsScreen = later(async () => (await import('./screens/alerts.tsx')).AlertsScreen);
const ChangesScreen = later(async () => (await import('./screens/changes.tsx')).ChangesScreen);
const AuditScreen = later(async () => (await import('./screens/audit.tsx')).AuditScreen);
const FailuresScreen = later(async () => (await import('./screens/failures.tsx')).FailuresScreen);
const CorpusScreen = later(async () => (await import('./screens/corpus.tsx')).CorpusScreen);
const CostsScreen = later(async () => (await import('./screens/costs.tsx')).CostsScreen);
const SettingsScreen = later(async () => (await import('./screens/settings.tsx')).SettingsScreen);
const ExtractionScreen = later(async () => (await import('./screens/extraction.tsx')).ExtractionScreen);
const DeliveriesScreen = later(async () => (await import('./screens/deliveries.tsx')).DeliveriesScreen);
const TimingScreen = later(async () => (await import('./screens/timing.tsx')).TimingScreen);

/** Screens by their names in the navigation. */
const places = {
  Overview: '/',
  Sources: '/sources',
  Changes: '/changes',
  Alerts: '/alerts',
  Jobs: '/jobs',
  Failures: '/failures',
  Manifests: '/manifests',
  'Run control': '/run',
  Audit: '/audit',
  Search: '/search',
  Playground: '/play',
  Costs: '/costs',
  Settings: '/settings',
} as const;

const Places = (): ReactNode => {
  const [here] = useLocation();
  return Object.entries(places).map(([name, href]) => (
    <Link
      key={href}
      href={href}
      aria-current={here === href || (href !== '/' && here.startsWith(`${href}/`)) ? 'page' : undefined}
    >
      {name}
    </Link>
  ));
};

const nameOfPlace = (here: string): string =>
  Object.entries(places).find(([, href]) => href !== '/' && here.startsWith(href))?.[0] ?? 'Gleaner';

/** A screen while it is loaded, and once it is, or cannot be, shown. */
const Place = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const [here] = useLocation();
  return (
    <ScreenGuard place={here}>
      <Suspense
        fallback={
          <>
            <Heading>{nameOfPlace(here)}</Heading>
            <Loading what="the screen" />
          </>
        }
      >
        {children}
      </Suspense>
    </ScreenGuard>
  );
};

const NoScreen = (): ReactNode => (
  <>
    <Heading>There is no such screen</Heading>
    <p>
      <Link href="/">Overview</Link>
    </p>
  </>
);

/** The screen at the address. One with a malformed escape is that of no screen, whatever the router makes of it. */
const Screen = (): ReactNode => {
  const [path] = useHashLocation();
  if (addressParts(path) === null) return <NoScreen />;
  const host = hostInAddress(path);
  return (
    <Switch>
      <Route path="/">{() => <OverviewScreen />}</Route>
      <Route path="/jobs">{() => <JobsScreen />}</Route>
      <Route path="/sources">{() => <SourcesScreen />}</Route>
      <Route path="/sources/:id/page">{({ id }) => <VersionsScreen key={id} source={id} />}</Route>
      <Route path="/sources/:id">{({ id }) => <SourceScreen key={id} id={id} />}</Route>
      <Route path="/manifests">{() => <ManifestsScreen />}</Route>
      <Route path="/manifests/:name">{({ name }) => <ManifestScreen key={name} name={name} />}</Route>
      <Route path="/run">{() => <RunControlScreen />}</Route>
      <Route path="/alerts">{() => <AlertsScreen />}</Route>
      <Route path="/audit">{() => <AuditScreen />}</Route>
      <Route path="/failures">{() => <FailuresScreen />}</Route>
      <Route path="/search">{() => <CorpusScreen />}</Route>
      <Route path="/costs">{() => <CostsScreen />}</Route>
      <Route path="/settings">{() => <SettingsScreen />}</Route>
      <Route path="/jobs/:id/answers">{({ id }) => <ExtractionScreen key={id} id={id} />}</Route>
      <Route path="/jobs/:id/timing">{({ id }) => <TimingScreen key={id} id={id} />}</Route>
      <Route path="/jobs/:id/webhook">{({ id }) => <DeliveriesScreen key={id} id={id} />}</Route>
      <Route path="/changes">{() => <ChangesScreen />}</Route>
      <Route path="/newest">{() => <NewestScreen />}</Route>
      <Route path="/play">{() => <PlaygroundScreen name="scrape" />}</Route>
      {Object.keys(playOperations).map((name) => (
        <Route key={name} path={`/play/${name}`}>
          {() => <PlaygroundScreen name={name as OperationName} />}
        </Route>
      ))}
      {host !== null && <Route path="/hosts/:host">{() => <HostScreen key={host} host={host} />}</Route>}
      <Route path="/jobs/:id/pages">{({ id }) => <PagesScreen id={id} />}</Route>
      <Route path="/jobs/:id/why">{({ id }) => <WhyScreen id={id} />}</Route>
      <Route path="/jobs/:id/pages/:page">
        {({ id, page }) => <PageScreen key={page} id={id} page={page} />}
      </Route>
      <Route path="/jobs/:id">{({ id }) => <JobScreen key={id} id={id} />}</Route>
      <Route>{() => <NoScreen />}</Route>
    </Switch>
  );
};

const Screens = (): ReactNode => (
  <>
    <header>
      <a
        className="skip"
        href="#main"
        onClick={(event) => (event.preventDefault(), document.querySelector('main')?.focus())}
      >
        To the content
      </a>
      <nav aria-label="Screens">
        <strong>Gleaner</strong>
        <Places />
        <a href="../docs">Reference</a>
      </nav>
    </header>
    <main id="main" tabIndex={-1}>
      <Place>
        <Screen />
      </Place>
    </main>
  </>
);

const Monitor = ({ offered }: { readonly offered: string | null }): ReactNode => {
  const [isOffered, setOffered] = useState(offered !== null);
  const [isOpen, setOpen] = useState(storedSession() !== null);
  const [client] = useState(() => {
    const onError = (error: unknown): void => {
      if (error instanceof ApiRefusal && error.status === 401) setOpen(false);
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        queries: {
          staleTime: 1_000,
          // An unreachable API is shown as an error; a query that waited for the network would show nothing.
          networkMode: 'always',
          // A refusal would be the same again. An unreachable API may come back, and a function that started slowly,
          // so that the gateway ended the wait for it, has started by now.
          retry: (count, error) =>
            error instanceof ApiRefusal &&
            (error.code === 'UNREACHABLE' || error.status === 504) &&
            count < 3,
        },
        mutations: { networkMode: 'always' },
      },
    });
  });
  // Before anything is asked with the tab's own session.
  if (isOffered && offered !== null)
    return <OfferedSession offered={offered} onEnd={() => setOffered(false)} />;
  return (
    <QueryClientProvider client={client}>
      <Router hook={useHashLocation} searchHook={useHashSearch}>
        {isOpen ? <Screens /> : <KeyPrompt onOpen={() => setOpen(true)} />}
      </Router>
    </QueryClientProvider>
  );
};

const offered = takeSessionFromAddress(window);
// An address with a session that is put into an open tab changes only the part behind the `#` and loads nothing.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#session=')) location.reload();
});
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Monitor offered={offered} />
    </StrictMode>,
  );
