import { Config } from "effect"
import { Flag } from "effect/cli"
import { gatewayKinds } from "./ros/DetectGateway.ts"
import { statusFlags } from "./status/StatusFlags.ts"

/** The options of a bridge. Its doctor takes the same. */
export const bridgeFlags = {
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_URL")),
    Flag.withDescription("Where the cloud is, e.g. https://fleet.example (or FLEET_URL)")
  ),
  token: Flag.Redacted("token").pipe(
    Flag.withFallbackConfig(Config.Redacted("FLEET_TOKEN")),
    Flag.optional,
    Flag.withDescription(
      "The robot's token. Other users of this computer can read it here: prefer FLEET_TOKEN or a file"
    )
  ),
  tokenFile: Flag.String("token-file").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_TOKEN_FILE")),
    Flag.optional,
    Flag.withDescription("A file with the robot's token (or FLEET_TOKEN_FILE)")
  ),
  proxy: Flag.Redacted("proxy").pipe(
    Flag.withFallbackConfig(Config.Redacted("FLEET_PROXY")),
    Flag.optional,
    Flag.withDescription(
      "An HTTP proxy to the cloud, http://host:port (or FLEET_PROXY); without it HTTPS_PROXY, HTTP_PROXY and NO_PROXY hold"
    )
  ),
  ros: Flag.String("ros").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_ROS")),
    Flag.withDescription("The robot's foxglove_bridge or rosbridge, e.g. ws://localhost:8765 (or FLEET_ROS)")
  ),
  rosKind: Flag.Literals("ros-kind", gatewayKinds).pipe(
    Flag.optional,
    Flag.withDescription("What answers there; without it the bridge finds out")
  ),
  stateDir: Flag.String("state-dir").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_STATE_DIR")),
    Flag.optional,
    Flag.withDescription("Where running jobs are remembered over a restart (or FLEET_STATE_DIR)")
  ),
  recordingsDir: Flag.String("recordings-dir").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_RECORDINGS_DIR")),
    Flag.optional,
    Flag.withDescription(
      "Where recordings wait for their upload; below --state-dir by default (or FLEET_RECORDINGS_DIR)"
    )
  ),
  ...statusFlags,
  ffmpeg: Flag.String("ffmpeg").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_FFMPEG")),
    Flag.withDefault("ffmpeg"),
    Flag.withDescription("The ffmpeg that encodes cameras (or FLEET_FFMPEG)")
  ),
  log: Flag.Literals("log", ["pretty", "json"]).pipe(Flag.withDefault("pretty"), Flag.withDescription("How to log"))
}
