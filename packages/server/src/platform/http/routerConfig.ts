/** How paths are matched: what else looks at a path, such as the cross-origin rules, takes it as it is written. */
export const routerConfig = { caseSensitive: true, ignoreDuplicateSlashes: false }
