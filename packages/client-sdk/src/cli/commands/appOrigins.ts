import type { Request } from "../../Request.ts"
import type { Command, Option } from "../Command.ts"
import { exit, Failure } from "../Failure.ts"

const appOption: { readonly [name: string]: Option } = {
  app: { value: "<identifier>", about: "Which app; not needed where the organisation has one" }
}

const findApp = async (request: Request, identifier: string | undefined) => {
  const { apps } = await request("apps.list")
  const found = identifier === undefined ? apps : apps.filter((app) => app.identifier === identifier)
  if (found.length === 1) return found[0]!
  const hint = `There are: ${apps.map((app) => app.identifier).join(", ") || "none"}.`
  if (identifier !== undefined) throw new Failure(`There is no app ${identifier}.`, { hint })
  throw new Failure(apps.length === 0 ? "The organisation has no app." : "Name the app with --app.", { hint })
}

/** Reads the origins of the app and writes those that `change` answers; answers what they are then. */
const origins = async (
  request: Request,
  identifier: string | undefined,
  change: (known: ReadonlyArray<string>) => ReadonlyArray<string>
) => {
  const app = await findApp(request, identifier)
  const params = { id: app.id }
  const { allowed_domains, allowed_origins, self_registration } = await request("authConfig.get", { params })
  const wanted = change(allowed_origins)
  if (wanted === allowed_origins) return { app, allowed: allowed_origins }
  const body = { allowed_domains, allowed_origins: wanted, self_registration }
  const after = await request("authConfig.putRegistration", { params, body })
  return { app, allowed: after.allowed_origins }
}

export const appOriginsList: Command = {
  name: "app origins list",
  args: "",
  minArgs: 0,
  maxArgs: 0,
  about: "List the origins of the pages that may call the service for an app.",
  options: appOption,
  run: async ({ connect, io, text }) => {
    const { fleet } = await connect()
    const { allowed, app } = await origins(fleet.request, text("app"), (known) => known)
    if (allowed.length === 0) io.note(`${app.identifier} lists no origin yet: pages cannot call the service for it.`)
    for (const origin of allowed) await io.print(origin)
    return exit.done
  }
}

export const appOriginsAdd: Command = {
  name: "app origins add",
  args: "<origin>",
  minArgs: 1,
  maxArgs: 1,
  about: "Let pages of an origin, as https://app.example.com, call the service for an app.",
  options: appOption,
  run: async ({ args: [origin], connect, io, text }) => {
    const { fleet } = await connect()
    const { app } = await origins(fleet.request, text("app"), (known) =>
      known.includes(origin!) ? known : [...known, origin!]
    )
    io.note(`Pages of ${origin} may call the service for ${app.identifier}.`)
    return exit.done
  }
}

export const appOriginsRemove: Command = {
  name: "app origins remove",
  args: "<origin>",
  minArgs: 1,
  maxArgs: 1,
  about: "Let pages of an origin no longer call the service for an app.",
  options: appOption,
  run: async ({ args: [origin], connect, io, text }) => {
    const { fleet } = await connect()
    const { app } = await origins(fleet.request, text("app"), (known) => {
      if (!known.includes(origin!))
        throw new Failure(`${origin} is not listed.`, { hint: "See `fleet app origins list`." })
      return known.filter((each) => each !== origin)
    })
    io.note(`Pages of ${origin} may no longer call the service for ${app.identifier}.`)
    return exit.done
  }
}
