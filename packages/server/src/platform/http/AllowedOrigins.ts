import type { AppId } from "@fleet/domain/Ids"
import { Context, type Effect, type Option } from "effect"

/** The origins that apps may be called from by browsers. The feature that owns apps provides it. */
export class AllowedOrigins extends Context.Service<
  AllowedOrigins,
  {
    readonly listedBy: (appId: AppId, origin: string) => Effect.Effect<boolean>
    readonly listedByAny: (origin: string) => Effect.Effect<boolean>
    /** The app that a request names by its identifier; none where no app has it. */
    readonly named: (identifier: string) => Effect.Effect<Option.Option<AppId>>
  }
>()("@fleet/server/AllowedOrigins") {}
