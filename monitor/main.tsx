import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Link, Route, Router, Switch } from 'wouter';
import { ApiRefusal } from './api.ts';
import { useHashLocation, useHashSearch } from './hash-location.ts';
import { KeyPrompt } from './key-prompt.tsx';
import { HostScreen } from './screens/host.tsx';
import { JobScreen } from './screens/job.tsx';
import { NewestScreen } from './screens/newest.tsx';
import { JobsScreen } from './screens/jobs.tsx';
import { PageScreen } from './screens/page.tsx';
import { PagesScreen } from './screens/pages.tsx';
import { PlaygroundScreen } from './screens/playground.tsx';
import { WhyScreen } from './screens/why.tsx';
import { playOperations, type OperationName } from './play/description.ts';
import { storedSession, takeSessionFromAddress } from './session.ts';
import './style.css';

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
        <Link href="/">Jobs</Link>
        <Link href="/play">Playground</Link>
        <a href="../docs">Reference</a>
      </nav>
    </header>
    <main id="main" tabIndex={-1}>
      <Switch>
        <Route path="/">{() => <JobsScreen />}</Route>
        <Route path="/newest">{() => <NewestScreen />}</Route>
        <Route path="/play">{() => <PlaygroundScreen name="scrape" />}</Route>
        {Object.keys(playOperations).map((name) => (
          <Route key={name} path={`/play/${name}`}>
            {() => <PlaygroundScreen name={name as OperationName} />}
          </Route>
        ))}
        <Route path="/hosts/:host">{({ host }) => <HostScreen host={decodeURIComponent(host)} />}</Route>
        <Route path="/jobs/:id/pages">{({ id }) => <PagesScreen id={id} />}</Route>
        <Route path="/jobs/:id/why">{({ id }) => <WhyScreen id={id} />}</Route>
        <Route path="/jobs/:id/pages/:page">
          {({ id, page }) => <PageScreen key={page} id={id} page={page} />}
        </Route>
        <Route path="/jobs/:id">{({ id }) => <JobScreen key={id} id={id} />}</Route>
        <Route>
          {() => (
            <>
              <h1>There is no such screen</h1>
              <p>
                <Link href="/">All jobs</Link>
              </p>
            </>
          )}
        </Route>
      </Switch>
    </main>
  </>
);

const Monitor = (): ReactNode => {
  const [isOpen, setOpen] = useState(storedSession() !== null);
  const [client] = useState(() => {
    const onError = (error: unknown): void => {
      if (error instanceof ApiRefusal && error.status === 401) setOpen(false);
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      defaultOptions: {
        queries: {
          staleTime: 1_000,
          // What cannot be reached is told; a query that waits for the network says nothing.
          networkMode: 'always',
          // What the API refuses it refuses again; what cannot be reached may come back.
          retry: (count, error) => error instanceof ApiRefusal && error.code === 'UNREACHABLE' && count < 3,
        },
        mutations: { networkMode: 'always' },
      },
    });
  });
  return (
    <QueryClientProvider client={client}>
      <Router hook={useHashLocation} searchHook={useHashSearch}>
        {isOpen ? <Screens /> : <KeyPrompt onOpen={() => setOpen(true)} />}
      </Router>
    </QueryClientProvider>
  );
};

takeSessionFromAddress();
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Monitor />
    </StrictMode>,
  );
