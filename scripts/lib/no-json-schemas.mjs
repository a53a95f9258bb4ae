/**
 * Stands for the JSON schema compilers in what is built for Node (scripts/lib/node-build.mjs): the settings' store and Fastify
 * bring them along, and every shape of Turno is a zod schema of the contract.
 */
const refused = () => {
  throw new Error('This program was built without JSON schemas')
}

export class Ajv2020 {
  constructor() {
    refused()
  }
}
export default refused
