#!/usr/bin/env bash
# Lints the chart, and validates what it makes of each file of values against the schemas of Kubernetes and KEDA. Needs Helm, Go and
# the Internet. The RabbitMQ and Prometheus operators publish no schemas that are used here.
set -euo pipefail
cd "$(dirname "$0")"
kubernetes=1.34.2
custom='https://raw.githubusercontent.com/datreeio/CRDs-catalog/main/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json'

for values in usher/values.yaml usher/values-production.yaml values-placed.yaml; do
  helm lint --strict usher --values "$values"
  helm template usher usher --kube-version "$kubernetes" --values "$values" |
    go run github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0 -strict -summary -kubernetes-version "$kubernetes" \
      -skip RabbitmqCluster,ServiceMonitor,PrometheusRule -schema-location default -schema-location "$custom"
done
