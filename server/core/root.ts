import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

const project = findPackageJSON(import.meta.url)
if (!project) throw new Error('the package.json of krapao is missing')

/**
 * The folder of the project. Files are located relative to it, because the built server does not run in the folder of
 * its sources.
 */
export const ROOT = dirname(project)
