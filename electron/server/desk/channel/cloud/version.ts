/**
 * The API version everything here was written for, and the day Meta ends it: a version lives two years after its
 * successor, which was v27.0 on 4 November 2026. Features removed after v26.0 (several ids in one call, JSONP, a method
 * in the query, field aliases, shop orders) are not used here.
 */
export const GRAPH_VERSION = { name: 'v26.0', endsOn: '2028-11-04' } as const
