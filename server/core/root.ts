import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

const project = findPackageJSON(import.meta.url)
if (!project) throw new Error('the package.json of krapao is missing')

/** The folder of the project. Code finds its files from here, because the built server runs in another folder than its sources. */
export const ROOT = dirname(project)
