{{- define "usher.labels" -}}
app.kubernetes.io/name: usher
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "usher.selector" -}}
app.kubernetes.io/name: usher
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* What a process has of its own, over what all services have. Needs root and name; gives YAML. */}}
{{- define "usher.process" -}}
{{- if eq .name "gateway" -}}
{{- toYaml .root.Values.gateway -}}
{{- else -}}
{{- toYaml (mergeOverwrite (deepCopy .root.Values.serviceDefaults) (index .root.Values.services .name)) -}}
{{- end -}}
{{- end }}

{{- define "usher.fullname" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Names of all processes, as a list in YAML. */}}
{{- define "usher.processes" -}}
{{- toYaml (append (keys .Values.services | sortAlpha) "gateway") -}}
{{- end }}

{{- define "usher.autoscaled" -}}
{{- if eq .name "gateway" -}}
{{- if .root.Values.autoscaling.gateway.enabled }}yes{{ end -}}
{{- else if .root.Values.autoscaling.keda.enabled -}}yes{{- end -}}
{{- end }}

{{/* What a container needs to verify servers by an authority of one's own: a variable, a mount, and the pod's volume. */}}
{{- define "usher.caVariable" -}}
{{- if .Values.ca.secret }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ printf "/etc/usher-ca/%s" .Values.ca.key }} }
{{- end }}
{{- end }}

{{- define "usher.caMount" -}}
{{- if .Values.ca.secret }}
- { name: ca, mountPath: /etc/usher-ca, readOnly: true }
{{- end }}
{{- end }}

{{- define "usher.caVolume" -}}
{{- if .Values.ca.secret }}
- { name: ca, secret: { secretName: {{ .Values.ca.secret }}, items: [{ key: {{ .Values.ca.key }}, path: {{ .Values.ca.key }} }] } }
{{- end }}
{{- end }}

{{/* The image of a process by its digest, else by the tag. Needs root and name. */}}
{{- define "usher.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := printf "%s-%s" $image.repository .name -}}
{{- with index $image.digests .name -}}
{{- printf "%s@%s" $name . | quote -}}
{{- else -}}
{{- printf "%s:%s" $name ($image.tag | default .root.Chart.AppVersion) | quote -}}
{{- end -}}
{{- end }}

{{/* Where a pod runs and as whom: what all have, under what the process has. Needs root and process; lines of a pod's spec. */}}
{{- define "usher.placement" -}}
{{- $pods := mergeOverwrite (deepCopy .root.Values.pods) (default dict .process.pods) -}}
{{- range $key := list "nodeSelector" "tolerations" "affinity" "priorityClassName" "serviceAccountName" }}
{{- with index $pods $key }}
{{ $key }}: {{ toJson . }}
{{- end }}
{{- end }}
{{- end }}
