import { type Act, change } from "./change.ts"
import type { Generator } from "./kernel/Generator.ts"
import type { World } from "./World.ts"

const all = (world: World) => world.robots.flatMap(({ id }) => ["battery", "pose"].map((slug) => `${id}/${slug}`))

/** What was taken away by an answered request opens nothing. */
const mustNotOpen = (world: World, what: string, token: string): void =>
  world.prober.ask("GET", "/api/client/robots", { token }, (status) => {
    if (status !== null && status < 300) world.observer.violate(`${what} still opens the service`)
  })

const rotateKey = (world: World): void => {
  const { id, secret } = world.key
  const old = secret.possible
  const path = `/api/apps/${world.appId}/server-keys/${id}/rotate`
  change(world, secret, "unknown", "rotate the server key", "POST", path, undefined, (outcome) => {
    if (outcome.kind !== "done") return
    secret.settle((outcome.body as { readonly key: string }).key)
    for (const one of old) if (one !== "unknown" && one !== "none") mustNotOpen(world, "a replaced server key", one)
  })
}

const deleteKey = (world: World): void => {
  const { id, secret } = world.key
  const old = secret.possible
  const path = `/api/apps/${world.appId}/server-keys/${id}`
  change(world, secret, "none", "delete the server key", "DELETE", path, undefined, ({ kind }) => {
    if (kind !== "done") return
    for (const one of old) if (one !== "unknown" && one !== "none") mustNotOpen(world, "a deleted server key", one)
  })
}

const makeKey = (world: World): void => {
  const { key } = world
  const path = `/api/apps/${world.appId}/server-keys`
  change(world, key.secret, "unknown", "make a server key", "POST", path, { name: "next" }, (outcome) => {
    if (outcome.kind !== "done") return
    const made = outcome.body as { readonly key: string; readonly server_key: { readonly id: string } }
    key.id = made.server_key.id
    key.secret.settle(made.key)
  })
}

/** A backend with the server key listens; the key is replaced or deleted below it. */
export const backend: Act = (world, random) => {
  const [window] = world.windows
  const { secret } = world.key
  if (secret.isBusy) return
  if (secret.is("none")) return makeKey(world)
  const [token] = secret.possible
  if (!window!.isOpen && token !== undefined && token !== "unknown" && secret.is(token)) {
    window!.begin((robotId) => world.hasRobot(robotId) && (secret.mayBe(token) || secret.mayBe("unknown")))
    return window!.listen(token, all(world))
  }
  const draw = random.below(6)
  if (draw < 3) rotateKey(world)
  else if (draw < 4) deleteKey(world)
  else if (window!.isOpen) window!.close()
}

const open = (world: World, random: Generator): void => {
  const window = world.windows[1]!
  const user = random.pick(world.users)
  const { app, email, password } = user.actor.person
  window.begin((robotId, slug) => world.mayHear(user, robotId, slug))
  const { process } = window
  window.ask("POST", "/api/client/login", { body: { app_identifier: app, email, password } }, (status, body) => {
    const { access_token, refresh_token } = (body ?? {}) as Readonly<Record<string, string | undefined>>
    if (status !== 200 || access_token === undefined || refresh_token === undefined) return
    if (window.process !== process || !process.alive) return
    window.refreshToken = refresh_token
    window.accessToken = access_token
    window.listen(access_token, all(world))
  })
}

/** A person signs in a second time, listens, and signs that session out while its socket goes on listening. */
export const secondWindow: Act = (world, random) => {
  const window = world.windows[1]!
  if (!window.isOpen) return open(world, random)
  const { accessToken, refreshToken: refresh_token } = window
  if (refresh_token === null || accessToken === null) return window.close()
  window.refreshToken = null
  const { audience } = window
  window.ask("POST", "/api/client/logout", { body: { refresh_token } }, (status) => {
    if (status !== 204) return
    audience.mayHear = () => false
    mustNotOpen(world, "a session that was signed out", accessToken)
  })
}
