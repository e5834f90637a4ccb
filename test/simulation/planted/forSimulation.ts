import type { Planted } from "./Planted.ts"

/** Breaks of rules that hold over time: who hears what, in which order, and what comes to pass in the end. */
export const forSimulation: ReadonlyArray<Planted> = [
  {
    id: "S01",
    what: "a change of permissions ends no subscription (AccessWatch)",
    file: "packages/server/src/realtime/AccessWatch.ts",
    replace: [
      [
        'if (caller.kind !== "developer" && caller.appId === event.appId) check(session, reprove(session))',
        "void [caller, session]"
      ]
    ],
    foundBy: "simulation"
  },
  {
    id: "S02",
    what: "an ended caller keeps its socket (AccessWatch)",
    file: "packages/server/src/realtime/AccessWatch.ts",
    replace: [
      [
        "if (isRevoked(bearerOf(caller))) session.close",
        'if (isRevoked(bearerOf(caller)) && caller.kind !== "app_user") session.close'
      ]
    ],
    foundBy: "simulation"
  },
  {
    id: "S05",
    what: "frames that wait for a check leave after the revocation (SocketWriter.drop, M05)",
    file: "packages/server/src/realtime/SocketWriter.ts",
    replace: [
      [
        "this.unchecked = this.unchecked.filter((waiting) => waiting.topic !== topic)",
        "this.unchecked = this.unchecked.filter(() => true)"
      ]
    ],
    foundBy: "simulation",
    otherwise: ["test/realtime/socketWriter.test.ts"]
  },
  {
    id: "S06",
    what: "nothing is held while access is checked (SocketWriter.hold)",
    file: "packages/server/src/realtime/SocketWriter.ts",
    replace: [
      ["    this.checks++\n", "    this.checks += 0\n"],
      ["    if (--this.checks > 0) return", "    if (this.checks > 0) return"]
    ],
    foundBy: "simulation"
  },
  {
    id: "S07",
    what: "a busy slug takes another job (RobotJobs.occupant)",
    file: "packages/server/src/robots/jobs/RobotJobs.ts",
    replace: [
      [
        "if (newest !== undefined && !isFinal(newest.state)) return newest",
        'if (newest !== undefined && newest.state === "unknown") return newest'
      ],
      ["for (const job of this.jobs.values()) if (job.slug === slug) return job", ""]
    ],
    foundBy: "simulation"
  },
  {
    id: "S08",
    what: "a job of which nobody knows whether it is stored frees its slug (RobotNodeHandlers)",
    file: "packages/server/src/robots/jobs/RobotNodeHandlers.ts",
    replace: [["if (!cutOff(Exit.failCause(cause))) return release", "return release"]],
    foundBy: "simulation",
    otherwise: ["test/simulation/scenarios.test.ts"]
  },
  {
    id: "S09",
    what: "a job that the bridge does not know succeeds (JobStateMachine)",
    file: "packages/server/src/robots/jobs/JobStateMachine.ts",
    replace: [
      [
        '(kind === "action" && occupied ? null : lostToBridge)',
        '(kind === "action" && occupied ? null : { ...lostToBridge, state: "succeeded" })'
      ]
    ],
    foundBy: "simulation",
    otherwise: ["test/robots/jobs/stateMachine.test.ts", "test/robots/jobs/stateMachineTable.test.ts"]
  },
  {
    id: "S10",
    what: "an ended job takes another end (JobStateMachine)",
    file: "packages/server/src/robots/jobs/JobStateMachine.ts",
    replace: [
      [
        'if (from !== "none" && from !== "running" && from !== "unknown") return null\n  const taken = moves[from]',
        'const taken = moves[from === "none" || from === "running" ? from : "unknown"]'
      ]
    ],
    foundBy: "simulation",
    otherwise: ["test/robots/jobs/stateMachine.test.ts", "test/robots/jobs/stateMachineTable.test.ts"]
  },
  {
    id: "S11",
    what: "frames of one socket are served side by side (ClientSocket)",
    file: "packages/server/src/realtime/ClientSocket.ts",
    replace: [["while (!this.busy && this.waiting", "while (this.waiting"]],
    foundBy: "simulation"
  },
  {
    id: "S12",
    what: "a current value follows a newer one (Subscriptions)",
    file: "packages/server/src/realtime/Subscriptions.ts",
    replace: [["if (frameNow !== null && stands && topic.version === version)", "if (frameNow !== null && stands)"]],
    foundBy: "simulation",
    otherwise: ["test/simulation/scenarios.test.ts"]
  },
  {
    id: "S13",
    what: "what waits for a commit is done before it (Transaction)",
    file: "packages/server/src/platform/sql/Transaction.ts",
    replace: [
      ["waiting === null ? action : Effect.sync(() => void waiting.push(action))", "waiting === null ? action : action"]
    ],
    foundBy: "simulation",
    otherwise: ["test/platform/sql/transactions.pg.test.ts"]
  },
  {
    id: "S14",
    what: "what waits for a commit is done although it failed, and not where it was lost (Transaction)",
    file: "packages/server/src/platform/sql/Transaction.ts",
    replace: [["if (committed) yield* inOrder(actions)", "if (!committed) yield* inOrder(actions)"]],
    foundBy: "simulation",
    otherwise: ["test/simulation/scenarios.test.ts"]
  },
  {
    id: "S15",
    what: "a configuration published during a hello is not sent (BridgeHost)",
    file: "packages/server/src/robots/home/BridgeHost.ts",
    replace: [["        yield* configs.push(link)\n", ""]],
    foundBy: "simulation",
    otherwise: ["test/robots/home/rotation.test.ts"]
  },
  {
    id: "S16",
    what: "a published configuration stays cached as the old one (PublishedConfigs)",
    file: "packages/server/src/robots/config/PublishedConfigs.ts",
    replace: [["            slot.stale = true\n            read(event.robotId, slot)", "            return"]],
    foundBy: "simulation"
  },
  {
    id: "S17",
    what: "a job's state is published before it is stored (JobStateWriter)",
    file: "packages/server/src/robots/jobs/JobStateWriter.ts",
    replace: [
      [
        "        const newest = new Map<JobId, KeptOf>()\n",
        "        entries.forEach(publish)\n        const newest = new Map<JobId, KeptOf>()\n"
      ],
      ["          queue.written(entry)\n          publish(entry)\n", "          queue.written(entry)\n"]
    ],
    foundBy: "simulation",
    otherwise: ["test/robots/jobs/jobStateWriter.test.ts", "test/robots/jobs/jobStateQueue.test.ts"]
  },
  {
    id: "S18",
    what: "a rotation of a token is not audited (Robots)",
    file: "packages/server/src/robots/Robots.ts",
    replace: [['          yield* record(developer.orgId, developer, "robot.token_rotated", robot)\n', ""]],
    foundBy: "simulation"
  },
  {
    id: "S20",
    what: "the SDK does not subscribe again after a loss (Channels.resume)",
    file: "packages/client-sdk/src/realtime/Realtime.ts",
    replace: [["        this.#channels.resume(isNew)\n", ""]],
    foundBy: "simulation"
  },
  {
    id: "S21",
    what: "an unknown job is never asked for again (RobotJobs.sweep)",
    file: "packages/server/src/robots/jobs/RobotJobs.ts",
    replace: [["        ask.push(job.id)\n", ""]],
    foundBy: "simulation",
    otherwise: ["test/robots/jobs/robotJobsRules.test.ts", "test/robots/jobs/resync.pg.test.ts"]
  },
  {
    id: "S22",
    what: "the bridge does not tell of jobs that ended while it was away (Outbox keeps nothing)",
    file: "packages/bridge/src/cloud/Lanes.ts",
    replace: [
      [
        'message.type === "job_lost" || (message.type === "job_update" && message.state !== "running")',
        'message.type === "job_lost"'
      ]
    ],
    foundBy: "simulation",
    otherwise: ["test/bridge/outbox.test.ts", "test/bridge/outboxModel.test.ts", "test/bridge/jobs.test.ts"]
  },
  {
    id: "S23",
    what: "a bridge that answers no ping stays connected (BridgeConnection)",
    file: "packages/server/src/robots/home/BridgeConnection.ts",
    replace: [["const unansweredLimit = 3", "const unansweredLimit = 3_000_000"]],
    foundBy: "simulation",
    otherwise: ["test/robots/home/link.test.ts"]
  },
  {
    id: "S24",
    what: "the bridge never notices silence (Session)",
    file: "packages/bridge/src/cloud/Session.ts",
    replace: [['duration: "30 seconds"', 'duration: "300 days"']],
    foundBy: "simulation",
    otherwise: ["test/bridge/cloudSession.test.ts", "test/bridge/session.test.ts"]
  },
  {
    id: "S25",
    what: "unfinished jobs are not read back after a restart (JobsPart)",
    file: "packages/server/src/robots/jobs/JobsPart.ts",
    replace: [
      [
        "const others: Array<JobId> = []\n    for (const job of robotJobs.jobs.values()) {",
        "const others: Array<JobId> = []\n    robotJobs.jobs.clear()\n    for (const job of robotJobs.jobs.values()) {"
      ]
    ],
    foundBy: "simulation",
    otherwise: ["test/robots/jobs/restart.pg.test.ts"]
  },
  {
    id: "S26",
    what: "a robot hears of a job before it is stored (RobotNodeHandlers)",
    file: "packages/server/src/robots/jobs/RobotNodeHandlers.ts",
    replace: [["yield* stored\n", "yield* Effect.forkIn(insert(robotJobs, job, command), scope)\n"]],
    foundBy: "simulation"
  },
  {
    id: "S27",
    what: "a start of a job is audited twice (JobInserter)",
    file: "packages/server/src/robots/jobs/JobInserter.ts",
    replace: [["batch.map(({ audit }) => audit.row)", "batch.flatMap(({ audit }) => [audit.row, audit.row])"]],
    foundBy: "simulation"
  },
  {
    id: "S28",
    what: "the next process records too near to what the one before has recorded (SampleStore)",
    file: "packages/server/src/robots/history/SampleStore.ts",
    replace: [["timestampMs - gapMs < series.knownFromMs", "timestampMs > series.knownFromMs + gapMs * 1e9"]],
    foundBy: "simulation"
  },
  {
    id: "S29",
    what: "a cancel reaches the robot before the job that it is for (RobotNodeHandlers)",
    file: "packages/server/src/robots/jobs/RobotNodeHandlers.ts",
    replace: [["starts.settled(() => targetOf(", "Effect.sync(() => targetOf("]],
    foundBy: "simulation",
    otherwise: ["test/robots/jobs/unsent.pg.test.ts"]
  },
  {
    id: "S30",
    what: "a hello that is answered late supersedes a newer bridge (BridgeHandshake)",
    file: "packages/server/src/robots/home/BridgeHandshake.ts",
    replace: [["placeOf.get(home.link)! > place", "false"]],
    foundBy: "simulation",
    otherwise: ["test/robots/home/rotation.test.ts"]
  }
]
