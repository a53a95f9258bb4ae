/**
 * The version everything here was written against, and the day Meta ends it: a version lives two years after the next one
 * came, which was v27.0 on 4 November 2026. What went with v26.0 (several ids in one call, JSONP, a method in the query, aliases
 * of fields, orders of shops) was never asked for here.
 */
export const GRAPH_VERSION = { name: 'v26.0', endsOn: '2028-11-04' } as const
