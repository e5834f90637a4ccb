// npm run fleet: what `npm run operator` was called. It goes with the next version.
console.error(
  "The operator's command is fleet-server now: npm run operator. This name goes with the next version; fleet is the customer's command."
)
await import(new URL("../packages/server/src/cli.ts", import.meta.url).href)
