#!/usr/bin/env node
require('../dist/policy.cjs')
