import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AssetLink } from "../Assets.ts"
import { InternalError, NotFound, RecordingsBusy, RobotOffline } from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { Recording, RecordingId, RecordingList } from "../Recordings.ts"
import { AnyCaller, DeveloperSession } from "./Access.ts"
import { AssetScope } from "./AssetScope.ts"
import { RobotScope } from "./RobotScope.ts"
import { RoutedOnly } from "./RoutedOnly.ts"

const robot = { params: { id: RobotId } }
const recording = { params: { id: RobotId, recordingId: RecordingId } }
const file = HttpApiSchema.StreamUint8Array({ contentType: "application/octet-stream" })

/** What a robot's recorder has kept, for everybody with the capability `assets`. */
export class RecordingsApi extends HttpApiGroup.make("recordings")
  .add(
    HttpApiEndpoint.get("list", "/api/robots/:id/recordings", { ...robot, success: RecordingList }).annotate(
      OpenApi.Summary,
      "The recordings of a robot, newest first"
    ),
    HttpApiEndpoint.get("get", "/api/robots/:id/recordings/:recordingId", {
      ...recording,
      success: Recording,
      error: NotFound
    }).annotate(OpenApi.Summary, "One recording, and how far it is")
  )
  .middleware(AssetScope)
  .middleware(AnyCaller)
  .annotateMerge(OpenApi.annotations({ title: "Recordings" })) {}

/** Files of recordings, for the same callers. */
export class RecordingFilesApi extends HttpApiGroup.make("recordingFiles")
  .add(
    HttpApiEndpoint.get("file", "/api/robots/:id/recordings/:recordingId/file", {
      ...recording,
      success: file,
      error: [NotFound, InternalError]
    })
      .annotate(OpenApi.Summary, "The MCAP file of a stored recording; takes Range")
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.post("link", "/api/robots/:id/recordings/:recordingId/link", {
      ...recording,
      success: AssetLink.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).annotate(OpenApi.Summary, "A URL of the file that needs no credential for 15 minutes")
  )
  .middleware(AssetScope)
  .middleware(AnyCaller)
  .annotateMerge(OpenApi.annotations({ title: "Files of recordings" })) {}

/** What developers do with recordings. */
export class RecordingRequestsApi extends HttpApiGroup.make("recordingRequests")
  .add(
    HttpApiEndpoint.post("cut", "/api/robots/:id/recordings", {
      ...robot,
      success: Recording.pipe(HttpApiSchema.status(202)),
      error: [NotFound, RobotOffline, RecordingsBusy]
    }).annotate(OpenApi.Summary, "Cut a recording around this moment; not_found without a published recorder"),
    HttpApiEndpoint.delete("delete", "/api/robots/:id/recordings/:recordingId", {
      ...recording,
      success: HttpApiSchema.NoContent,
      error: NotFound
    }).annotate(OpenApi.Summary, "Delete a recording with its file, or take back one that is under way")
  )
  .middleware(RobotScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Requests for recordings" })) {}
