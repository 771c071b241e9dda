// Loaded before a server under test, it breaks the build in one place on purpose: which one stands in BROKEN.
import { register } from "node:module"

/** Compiled text, hence without spaces. Each must match exactly once, or the server does not start. */
const BUILDS = {
  "fence removed": [
    { file: "/lib/server/db/fence.ts", find: "||self.epoch!==fence.epoch", put: "" },
    // The second fence, which alone would hide that the first is gone.
    { file: "/lib/server/wakeups/pg-boss.ts", find: "pool.interrupt(key,true)", put: "{}" },
  ],
  "gate opened early": [
    {
      file: "/lib/server/gate/check-gate.ts",
      find: "return askGate(",
      put: "if(agent.planRequired)return{allowed:true};return askGate(",
    },
  ],
  "decision written in two transactions": [
    {
      file: "/lib/server/requests/advance.ts",
      find: "for(const effect of settled.effects)await carryOut(tx,",
      put: `tx.afterCommit(()=>setTimeout(async()=>{
        const{store}=await globalThis[Symbol.for("countersign")];
        await store.transaction(async(later)=>{for(const effect of settled.effects)await carryOut(later,`,
      // Late enough for any kill to come first; a second half that finds the world changed is lost, and ends no server.
      after: "}).catch(()=>{})},1_500))",
    },
  ],
}

const patches = BUILDS[process.env.BROKEN]
if (!patches) throw new Error(`there is no broken build "${process.env.BROKEN}"`)
register("./fault-broken-hooks.mjs", import.meta.url, { data: patches })
