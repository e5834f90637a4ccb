import { Data, Effect, Layer, Logger, Option } from "effect"
import { join } from "node:path"
import { access } from "../access/Feature.ts"
import { apps } from "../apps/Feature.ts"
import { audit } from "../audit/Feature.ts"
import { accounts } from "../identity/app-users/accounts/Feature.ts"
import { appUserCeiling } from "../identity/app-users/ceiling/Feature.ts"
import { appUsers } from "../identity/app-users/Feature.ts"
import { appUserSignIn } from "../identity/app-users/signin/Feature.ts"
import { developers } from "../identity/developers/Feature.ts"
import { factors } from "../identity/factors/Feature.ts"
import { sessions } from "../identity/sessions/Feature.ts"
import { mail } from "../mail/Feature.ts"
import { org } from "../org/Feature.ts"
import { plans } from "../plans/Feature.ts"
import { alerts } from "../robots/alerts/Feature.ts"
import { assets } from "../robots/assets/Feature.ts"
import { media } from "../media/Feature.ts"
import { cameras } from "../robots/cameras/Feature.ts"
import { liveVideo } from "../robots/cameras/live/Feature.ts"
import { bridges } from "../robots/bridges/Feature.ts"
import { health } from "../robots/health/Feature.ts"
import { config, publishedConfigs } from "../robots/config/Feature.ts"
import { datapoints } from "../robots/datapoints/Feature.ts"
import { storedJobs } from "../robots/jobs/Feature.ts"
import { recordings } from "../robots/recordings/Feature.ts"
import { robotRecords } from "../robots/stored/Feature.ts"
import { robots } from "../robots/Feature.ts"
import { history } from "../robots/history/Feature.ts"
import { robotHomes } from "../robots/home/Feature.ts"
import { introspection } from "../robots/introspection/Feature.ts"
import { latency } from "../robots/latency/Feature.ts"
import { webhooks } from "../webhooks/Feature.ts"
import { platform } from "../Platform.ts"
import { merge, stack } from "../platform/features/assemble.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { Database } from "../platform/sql/Database.ts"
import type { DatabaseUnavailable } from "../platform/sql/DatabaseUnavailable.ts"

/** A failure that the operator can mend; the message says how. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

const features = [
  platform,
  plans,
  audit,
  org,
  webhooks,
  publishedConfigs,
  access,
  sessions,
  factors,
  mail,
  accounts,
  robotRecords,
  apps,
  appUserCeiling,
  appUserSignIn,
  appUsers,
  developers,
  health,
  bridges,
  robotHomes,
  history,
  introspection,
  config,
  latency,
  media,
  cameras,
  liveVideo,
  assets,
  recordings,
  robots,
  datapoints,
  alerts,
  storedJobs
] as const

/**
 * What commands ask for. No `background` of a feature starts with them. `jobs` must not join the list: its services set running
 * jobs to unknown, as a starting server does.
 */
const Services = stack(features).pipe(Layer.provide(merge(features, "stores")))

/** A folder has one user at a time, so a command cannot work beside a server that runs on it. */
const besideServer = ({ message }: DatabaseUnavailable) =>
  Effect.flatMap(Settings, ({ databaseUrl, dataFolder }) =>
    Effect.fail(
      new Refused({
        message: Option.isSome(databaseUrl)
          ? message
          : `${message}\nIf a server is running on it, stop it first, run this again, and start it anew. A server on ` +
            `Postgres (DATABASE_URL) need not be stopped.\nThe sign-ins of the demo are in ${join(dataFolder, "demo.json")}.`
      })
    )
  )

/** The services that commands work with, on the settings' database. They write no log lines between their answers. */
export const Operator = Services.pipe(
  Layer.provideMerge(
    Layer.catchTag(Database.layer, "DatabaseUnavailable", (error) => Layer.effectContext(besideServer(error)))
  ),
  Layer.provideMerge(Settings.layer),
  Layer.provideMerge(Logger.layer([]))
)
