import { lookup, promises, type LookupAddress, type LookupOptions } from "node:dns"

/** Finds all addresses of a name. */
export type Resolve = (
  name: string,
  options: LookupOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/** How long one question to a name server may take, and how often it is asked. */
const patience = { timeout: 2_000, tries: 2 }

/** What the operating system knows of a name: its hosts file, its search domains. */
const bySystem: Resolve = (name, options, done) => lookup(name, { ...options, all: true }, done)

/**
 * Asks name servers itself, with a bound of its own: a look-up of the operating system takes one of two threads of the whole
 * process until it ends, and a customer's name server may be silent. Names without a dot are the system's to know.
 */
const byNameServers: Resolve = (name, options, done) => {
  if (!name.includes(".") || name.endsWith(".localhost")) return bySystem(name, options, done)
  const resolver = new promises.Resolver(patience)
  const asked = [
    resolver.resolve4(name).then((found) => found.map((address): LookupAddress => ({ address, family: 4 }))),
    resolver.resolve6(name).then((found) => found.map((address): LookupAddress => ({ address, family: 6 })))
  ]
  void Promise.allSettled(asked).then((answers) => {
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    const failed = answers.find((answer) => answer.status === "rejected")
    if (found.length === 0 && failed !== undefined) return done(failed.reason, [])
    done(null, found)
  })
}

/** How names of customers' URLs are found; a network of the operator's own may have names that no name server knows. */
export const resolverOf = (isOwnNetwork: boolean): Resolve => (isOwnNetwork ? bySystem : byNameServers)
