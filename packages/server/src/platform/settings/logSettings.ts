import { Schema } from "effect"
import { setting } from "./Setting.ts"

/** Effect's names of the levels. */
export const LogLevels = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  fatal: "Fatal",
  none: "None"
} as const
type LogLevelName = keyof typeof LogLevels
const LogLevel = Schema.Literals(Object.keys(LogLevels) as Array<LogLevelName>)

/** Which log lines are written, and how. */
export const logSettings = {
  logFormat: setting(
    { name: "LOG_FORMAT", type: "pretty or json", fallback: "pretty", meaning: "How log lines are written." },
    Schema.Literals(["pretty", "json"])
  ),
  logLevel: setting(
    {
      name: "LOG_LEVEL",
      type: "trace, debug, info, warn, error, fatal or none",
      fallback: "info",
      meaning: "The least severe log line that is written."
    },
    LogLevel
  )
}
