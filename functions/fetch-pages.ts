import { fetchFunction } from './edge/fetch-function.ts';

export const handler = fetchFunction('fetchMs');
