/**
 * What of undici the functions use: its client for one server and the agent over those. The package's own entry also
 * loads its fetch, WebSockets, caches and mocks, which are two thirds of it, for nothing: bundles take this file in its
 * place.
 */
import Agent from 'undici/lib/dispatcher/agent.js';
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import buildConnector from 'undici/lib/core/connect.js';

// As the package's entry does: requests are methods of every dispatcher.
Object.assign(Dispatcher.prototype, api);

export { Agent, Dispatcher, buildConnector };
