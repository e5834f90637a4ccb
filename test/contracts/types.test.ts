import { assert, describe, it } from "@effect/vitest"
import type { ClientSignInResult } from "@fleet/domain/ClientAuth"
import type { ClientIdentity } from "@fleet/domain/ClientIdentity"
import type { DatapointListResponse, DatapointValue } from "@fleet/domain/Datapoints"
import { ApiErrors } from "@fleet/domain/Errors"
import type {
  Busy,
  SyncBusy,
  ConfigInvalid,
  ParameterInvalid,
  PlanLimit,
  RateLimited,
  RecordingsBusy,
  ValidationError
} from "@fleet/domain/Errors"
import type { InvokeRequest, Job, JobRunPage } from "@fleet/domain/Jobs"
import type { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import type { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import type { ConfigIssue } from "@fleet/domain/RobotConfig/Issues"
import type { RobotDetailResponse, RobotListResponse } from "@fleet/domain/Robots"
import { refusalEntries } from "@fleet/domain/docs/Refusals"
import type { DateTime, Schema } from "effect"
import type { RefusalDetails } from "../../packages/client-sdk/src/errors.gen.ts"
import type * as Wire from "../../packages/client-sdk/src/types.gen.ts"

type Equal<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false

/** Aliases flattened, so that only the shape is compared. A moment is a string once it is JSON. */
type Flat<Value> = Value extends DateTime.Utc
  ? string
  : Value extends ReadonlyArray<infer Member>
    ? ReadonlyArray<Flat<Member>>
    : Value extends object
      ? { readonly [Key in keyof Value]: Flat<Value[Key]> }
      : Value

type Same<Generated, Contract> = Equal<Flat<Generated>, Flat<Contract>>
type Encoded<Contract extends Schema.Top> = Contract["Encoded"]

/** Compiles only where the generated type is what the schema sends. */
const same = <_Proof extends true>() => {}

describe("generated types", () => {
  it("generated types are the encoded side of the schemas", () => {
    same<Same<Wire.Job, Encoded<typeof Job>>>()
    same<Same<Wire.JobRunPage, Encoded<typeof JobRunPage>>>()
    same<Same<Wire.InvokeRequest, Encoded<typeof InvokeRequest>>>()
    same<Same<Wire.ClientIdentity, Encoded<typeof ClientIdentity>>>()
    same<Same<Wire.ClientSignInResult, Encoded<typeof ClientSignInResult>>>()
    same<Same<Wire.RobotListResponse, Encoded<typeof RobotListResponse>>>()
    same<Same<Wire.RobotDetailResponse, Encoded<typeof RobotDetailResponse>>>()
    same<Same<Wire.DatapointValue, Encoded<typeof DatapointValue>>>()
    same<Same<Wire.DatapointListResponse, Encoded<typeof DatapointListResponse>>>()
    same<Same<Wire.ConfigIssue, Encoded<typeof ConfigIssue>>>()
    same<Same<Wire.RealtimeClientMessage, Encoded<typeof ClientMessage>>>()
    same<Same<Wire.RealtimeServerMessage, Encoded<typeof ServerMessage>>>()
  })

  it("generated types carry the details of each refusal", () => {
    same<
      Same<
        RefusalDetails["validation_error"],
        Encoded<typeof ValidationError>["details"] | Encoded<typeof ConfigInvalid>["details"]
      >
    >()
    same<
      Same<
        RefusalDetails["busy"],
        | Encoded<typeof Busy>["details"]
        | Encoded<typeof SyncBusy>["details"]
        | Encoded<typeof RecordingsBusy>["details"]
      >
    >()
    same<Same<RefusalDetails["plan_limit"], Encoded<typeof PlanLimit>["details"]>>()
    same<Same<RefusalDetails["rate_limited"], Encoded<typeof RateLimited>["details"]>>()
    same<Same<RefusalDetails["parameter_invalid"], Encoded<typeof ParameterInvalid>["details"]>>()
    assert.deepStrictEqual(
      refusalEntries("#/").map(({ id }) => id),
      ApiErrors.map((error) => error.identifier)
    )
  })
})
