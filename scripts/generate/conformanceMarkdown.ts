import { rulesMarkdown } from "@fleet/bridge/conformance/Report"
import { rules } from "@fleet/bridge/conformance/rules/index"

/** docs/conformance.md: how to try a bridge, and every rule that is tried. */
export const conformanceMarkdown = (): string => `# Conformance of bridges

\`fleet-bridge-conformance\` is a cloud that follows a script. Any bridge that connects to it is tried against the rules of bridge protocol 5; the
report names the rules that it breaks, and the program ends with 0 or 1.

    npx fleet-bridge-conformance --self
    npx fleet-bridge-conformance --listen 127.0.0.1:9000 --ros --bridge "python3 my_bridge.py"

- \`--self\` tries this repository's bridge on the simulated robot.
- \`--listen\` is where the cloud listens. Without \`--bridge\` it prints its address and the robot's token, and waits for a bridge.
- \`--ros\` starts the simulated mobile robot, which speaks the protocol of \`foxglove_bridge\`, at \`--ros-port\` (8765). The bridge must be connected to
  it: rules that need \`robot\` are not run without it. They switch the robot's faults, and send goals to it past the bridge.
- \`--rosbridge-port\` gives that robot a rosbridge as well. With \`--self\` the bridge is tried on it.
- \`--bridge\` is a command that starts the bridge. It is told FLEET_URL, FLEET_TOKEN, FLEET_ROS and FLEET_ROSBRIDGE, and ended with SIGTERM. Rules
  that need \`restart\` are not run without it.
- \`--slow\` tries rules that take up to two minutes each, \`--only job.\` those whose ids begin so, and \`--json\` prints the report as JSON.
- \`--patience 3\` gives a bridge three times as long for its answers, on a computer that has other work.

Without \`--slow\` a run takes some eight minutes. With it our own bridge took 16, on a computer that had other work. Cameras, assets and failsafe frames
that a bridge does not have are \`not supported\`, which is no failure. Live video is taken from cameras of kind \`mjpeg\`.

## Rules

The second column is the section of the product's wire contract that the sentence is from. The contract is not in this repository; the sentences say
all that a rule asks.

${rulesMarkdown(rules)}
`
