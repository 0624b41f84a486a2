/**
 * What of undici the functions use: its client for one server and the agent over those. The package's own entry also loads
 * its fetch, WebSockets, caches and mocks, which are two thirds of it, for nothing: bundles take this file in its place.
 */
import Agent from '../node_modules/undici/lib/dispatcher/agent.js';
import api from '../node_modules/undici/lib/api/index.js';
import Dispatcher from '../node_modules/undici/lib/dispatcher/dispatcher.js';
import buildConnector from '../node_modules/undici/lib/core/connect.js';

// As the package's entry does: requests are methods of every dispatcher.
Object.assign(Dispatcher.prototype, api);

export { Agent, Dispatcher, buildConnector };
