import type { Command } from "./Command.ts"
import { appOriginsAdd, appOriginsList, appOriginsRemove } from "./commands/appOrigins.ts"
import { configPublish } from "./commands/configPublish.ts"
import { configPull } from "./commands/configPull.ts"
import { configPush } from "./commands/configPush.ts"
import { configStarter } from "./commands/configStarter.ts"
import { login } from "./commands/login.ts"
import { logout } from "./commands/logout.ts"
import { recordingsCut } from "./commands/recordingsCut.ts"
import { recordingsDelete } from "./commands/recordingsDelete.ts"
import { recordingsDownload } from "./commands/recordingsDownload.ts"
import { recordingsList } from "./commands/recordingsList.ts"
import { robots } from "./commands/robots.ts"
import { runJob } from "./commands/runJob.ts"
import { tail } from "./commands/tail.ts"
import { types } from "./commands/types.ts"
import { webhooksListen } from "./commands/webhooksListen.ts"

/** Every command, in the order of the help. */
export const commands: ReadonlyArray<Command> = [
  login,
  logout,
  robots,
  configStarter,
  configPull,
  configPush,
  configPublish,
  tail,
  runJob,
  recordingsList,
  recordingsCut,
  recordingsDownload,
  recordingsDelete,
  webhooksListen,
  types,
  appOriginsList,
  appOriginsAdd,
  appOriginsRemove
]
